// Probot answering the same deliveries: `node probot_server.mjs PORT SECRET KEY_FILE [DATABASE_FILE]`.
// Without a database its handler does nothing; with one it stores each delivery durably before it is answered.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import { createNodeMiddleware, createProbot } from "probot";

const [port, secret, keyFile, databaseFile] = process.argv.slice(2);
let insert;
if (databaseFile) {
  const { default: Database } = await import("better-sqlite3");
  const database = new Database(databaseFile);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.exec("CREATE TABLE deliveries (guid TEXT PRIMARY KEY, event TEXT, payload TEXT)");
  insert = database.prepare("INSERT OR IGNORE INTO deliveries VALUES (?, ?, ?)");
}

const app = (probot) => {
  probot.on("pull_request", async (context) => {
    insert?.run(context.id, context.name, JSON.stringify(context.payload));
  });
};

const probot = createProbot({
  overrides: { appId: 1, privateKey: readFileSync(keyFile, "utf8"), secret, logLevel: "fatal" },
});
const middleware = await createNodeMiddleware(app, { probot, webhooksPath: "/webhooks/github" });
createServer((request, response) => middleware(request, response, () => response.writeHead(404).end())).listen(
  Number(port),
  "127.0.0.1",
);
