"""The server with a service that does as it is told: for tests of everything between the caller and the pipeline.

`answers.py` makes responses, `service.py` the service, `running.py` serves it in the test's own loop and
`process.py` in a process of its own (`python -m tests.serving`), for tests that send signals.
"""
