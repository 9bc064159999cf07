/** Saves a file to the user's computer. */
export const saveFile = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
