/** A row of a file: its values by field, or why it cannot be read. */
export type ImportRow =
  | { readonly row: number; readonly values: Record<string, unknown> }
  | { readonly row: number; readonly problem: string }

/** The longest row, in characters. */
export const maxRowLength = 256 * 1024
