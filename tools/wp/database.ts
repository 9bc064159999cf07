import { compact, exportDatabase, importDatabase, readAddress } from '@wp/embedded-mongo/tools'

const requireAddress = (): string => {
  const address = readAddress(process.env)
  if (address) return address
  console.error('Set MONGODB_URL, or set MONGODB_URL_FILE to a file that contains the address.')
  process.exit(2)
}

export const exportTo = async (folder: string): Promise<void> => {
  for (const [name, { documents }] of await exportDatabase(requireAddress(), folder))
    console.log(`${name}: ${documents} documents`)
}

export const importFrom = async (folder: string): Promise<void> => {
  for (const [name, documents] of await importDatabase(requireAddress(), folder))
    console.log(`${name}: ${documents} documents`)
}

export const compactFolder = async (folder: string): Promise<void> => {
  const { before, after } = await compact(folder)
  console.log(`${before} bytes before, ${after} after`)
}
