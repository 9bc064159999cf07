type Press = { key: string; code: string }

/**
 * Returns the Latin letter of a key, in lower case. On keyboards for other scripts, it is the Latin letter at
 * that position, so that shortcuts work there too; other keys keep their names.
 */
export const letterOf = ({ key, code }: Press): string => {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return /^Key[A-Z]$/.test(code) ? code.slice(3).toLowerCase() : key
}
