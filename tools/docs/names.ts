/** Converts `till-session` to `TillSession`. */
export const toPascal = (kebab: string): string =>
  kebab.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Converts `till-session` to `tillSession`. */
export const toCamel = (kebab: string): string => {
  const pascal = toPascal(kebab)
  return pascal.charAt(0).toLowerCase() + pascal.slice(1)
}
