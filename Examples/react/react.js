// React as a module, since its files are scripts. Where a bundler or React 19 is used, nothing needs this.

export const {
  createContext, createElement, memo, StrictMode, useCallback, useContext, useEffect, useMemo, useRef, useState,
  useSyncExternalStore,
} = globalThis.React;
