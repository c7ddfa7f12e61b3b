// What this bot uses of Node, so that the compiler alone builds it where there is no network. Once the bot has packages,
// `npm install --save-dev @types/node` is better, without this file.
declare module "node:readline" {
  export function createInterface(options: { input: unknown }): {
    on(event: "line", listener: (line: string) => void): void;
  };
}
declare const process: {
  readonly stdin: unknown;
  readonly stdout: { write(text: string): void };
  exit(code?: number): never;
};
declare const console: { error(...words: unknown[]): void };
