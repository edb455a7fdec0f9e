// What the hooks use of React, for the type checker: Debian's declarations of it need others that it does not have.

declare module "react" {
  export interface Context<T> {
    Provider: (props: { value: T; children?: unknown }) => unknown;
  }
  type Cleanup = void | (() => void);
  export function createContext<T>(value: T): Context<T>;
  type Kind<Props> = string | ((props: Props) => unknown);
  export function createElement<Props>(kind: Kind<Props>, props: Props, ...children: unknown[]): object;
  export function useCallback<T>(callback: T, needs: readonly unknown[]): T;
  export function useContext<T>(context: Context<T>): T;
  export function useEffect(effect: () => Cleanup, needs?: readonly unknown[]): void;
  export function useMemo<T>(make: () => T, needs: readonly unknown[]): T;
  export function useRef<T>(value: T): { current: T };
  export function useSyncExternalStore<T>(
    subscribe: (listener: () => void) => () => void,
    snapshot: () => T,
    serverSnapshot?: () => T,
  ): T;
}
