// What the library uses of Node, for the type checker: Debian has no declarations of it.

interface NodeSocket {
  setNoDelay?(value: boolean): void;
  on(event: "data", listener: (bytes: Uint8Array) => void): void;
  on(event: "error", listener: (error: Error & { code?: string }) => void): void;
  on(event: string, listener: () => void): void;
  readonly writable: boolean;
  write(bytes: Uint8Array): boolean;
  end(): void;
  destroy(): void;
}

declare module "node:net" {
  export function connect(path: string): NodeSocket;
  export function connect(options: { host: string; port: number }): NodeSocket;
  export function isIP(host: string): number;
}

declare module "node:tls" {
  export function connect(options: object): NodeSocket;
}
