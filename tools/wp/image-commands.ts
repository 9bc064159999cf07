import type { Command } from 'commander'
import { ensureBuilt } from '../setup/build.ts'
import { print } from './print.ts'

/** Adds `wp images`. */
export const addImages = (program: Command): void => {
  const images = program.command('images').description('show what the images of services contain')
  images
    .command('list')
    .description('print the size that each image adds to the Node image, and a digest of its contents')
    .argument('[services...]', 'default: all')
    .action(async (services: string[]) => {
      ensureBuilt()
      const { listImages } = await import('@wp/local/images')
      await print(listImages(services))
    })
  images
    .command('sbom')
    .description("print the packages in a service's image as CycloneDX JSON, from the lockfile")
    .argument('<service>')
    .option('--out <file>', 'write to a file')
    .option('--arch <arch>', 'processor of the image: x64 or arm64', process.arch)
    .action(async (service: string, options) => {
      ensureBuilt()
      const { writeSbom } = await import('@wp/local/images')
      await print(writeSbom(service, options))
    })
}
