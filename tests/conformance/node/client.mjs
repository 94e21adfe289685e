// Asks a server what an agent asks, through one of the official TypeScript clients, and prints what it got.
// usage: node client.mjs v1|v1-sse|v2|v2-modern URL; run where the packages of package.json are installed.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [, , kind, url] = process.argv;
const require = createRequire(pathToFileURL(`${process.cwd()}/`));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);

async function connect() {
  const info = { name: `typescript-${kind}`, version: "1.0.0" };
  if (kind.startsWith("v1")) {
    const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
    const { StreamableHTTPClientTransport } = await load("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const { SSEClientTransport } = await load("@modelcontextprotocol/sdk/client/sse.js");
    const client = new Client(info);
    const Transport = kind === "v1-sse" ? SSEClientTransport : StreamableHTTPClientTransport;
    await client.connect(new Transport(new URL(url)));
    return client;
  }
  const { Client, StreamableHTTPClientTransport } = await load("@modelcontextprotocol/client");
  const negotiation = kind === "v2-modern" ? { versionNegotiation: { mode: "auto" } } : {};
  const client = new Client(info, negotiation);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return client;
}

const client = await connect();
// Heard on the transport: when the last notification and the answer come in one piece, the SDK forgets the callback
// before it has called it.
const progress = [];
const receive = client.transport.onmessage;
client.transport.onmessage = (message, extra) => {
  if (message.method === "notifications/progress") progress.push(message.params.progress);
  receive(message, extra);
};
const call = (name, args) => client.callTool({ name, arguments: args });
const got = {
  tools: (await client.listTools()).tools,
  answer: await call("web_search", { query: "kubernetes", maxResults: 2 }),
  error: await call("web_search", { query: "no_results" }),
  refused: await call("web_search", { query: " " }),
  unknown: await call("search_web", {}).catch((error) => ({ code: error.code, message: error.message })),
};
const options = { onprogress: () => {} };
const asking = { name: "web_search", arguments: { query: "progress" } };
await (kind.startsWith("v1") ? client.callTool(asking, undefined, options) : client.callTool(asking, options));
await client.close();
process.stdout.write(JSON.stringify({ ...got, progress }));
