import type { Running } from './bus.ts'

/** A small map that every process can watch (JSON values, last write wins). */
export type KeyValue<Value> = {
  put(key: string, value: Value): Promise<void>
  delete(key: string): Promise<void>
  /** Calls `onMap` with the whole map, first when it is known, then after every change; right again soon after any outage. */
  watchAll(onMap: (map: ReadonlyMap<string, Value>) => void): Running
}
