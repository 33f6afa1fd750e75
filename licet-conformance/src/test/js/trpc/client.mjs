// A client of Molf's protocol. Arguments: the address, a token, `http` or `ws`. Each line on standard input is a command,
// {"do": "subscribe" | "unsubscribe" | "approve" | "deny" | "list", "input": …}; each line on standard output is an event or an answer.
import { createTRPCClient, createWSClient, httpBatchLink, httpSubscriptionLink, splitLink, wsLink } from "@trpc/client";
import { EventSource } from "eventsource";
import { WebSocket } from "ws";
import { createInterface } from "node:readline";

const [address, token, kind] = process.argv.slice(2);
const authorization = `Bearer ${token}`;
const say = (line) => process.stdout.write(JSON.stringify(line) + "\n");

const http = () =>
  splitLink({
    condition: (operation) => operation.type === "subscription",
    true: httpSubscriptionLink({
      url: `${address}/trpc`,
      EventSource,
      eventSourceOptions: () => ({
        fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, authorization } }),
      }),
    }),
    false: httpBatchLink({ url: `${address}/trpc`, headers: () => ({ authorization }) }),
  });

const socket = () =>
  wsLink({
    client: createWSClient({
      url: `${address.replace("http", "ws")}/trpc`,
      WebSocket,
      connectionParams: () => ({ token }),
      retryDelayMs: () => 200,
      onOpen: () => say({ open: true }),
      onClose: () => say({ closed: true }),
    }),
  });

const trpc = createTRPCClient({ links: [kind === "ws" ? socket() : http()] });
let subscription;

const commands = {
  subscribe: (input) => {
    subscription = trpc.agent.onEvents.subscribe(input, {
      onStarted: () => say({ started: true }),
      onData: (event) => say({ event }),
      onError: (error) => say({ failed: error.message }),
    });
  },
  unsubscribe: () => subscription.unsubscribe(),
  approve: (input) => trpc.tool.approve.mutate(input),
  deny: (input) => trpc.tool.deny.mutate(input),
  list: (input) => trpc.tool.list.query(input),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { do: name, input } = JSON.parse(line);
  try {
    const answer = await commands[name](input);
    if (answer !== undefined) {
      say({ answer });
    }
  } catch (error) {
    say({ error: error.message, code: error.data?.code, status: error.data?.httpStatus });
  }
}
process.exit(0);
