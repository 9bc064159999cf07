import { writeFileSync } from 'node:fs'
import { allServices } from '@wp/local-platform'
import { bytesOf, digestOf, imageContents, sbomFile } from './image-contents.ts'

const requireService = (service: string): string => {
  if (allServices().includes(service)) return service
  throw new Error(`No service is named ${service}. Services: ${allServices().join(', ')}.`)
}

/** Returns a line for each service: how much its image adds to the Node image, and a digest of that. */
export const listImages = async (services: string[]): Promise<string> => {
  const lines: string[] = []
  for (const service of services.length > 0 ? services.map(requireService) : allServices()) {
    const contents = await imageContents(service)
    const size = `${(bytesOf(contents) / 1e6).toFixed(1)} MB`
    lines.push(
      `${service.padEnd(14)} ${size.padStart(8)} ${String(contents.files.size).padStart(5)} files  ${digestOf(contents)}`,
    )
  }
  return lines.join('\n')
}

/** Returns the SBOM of a service's image, or writes it to a file. */
export const writeSbom = async (
  service: string,
  { out, arch }: { out?: string; arch: string },
): Promise<string> => {
  const { files } = await imageContents(requireService(service), { arch })
  const sbom = files.get(sbomFile)!.toString('utf8')
  if (out === undefined) return sbom.trimEnd()
  writeFileSync(out, sbom)
  return `Wrote ${out}`
}
