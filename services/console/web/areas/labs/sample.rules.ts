import { toSlug } from '../../app/form-values.rules.ts'

const tubes = [
  'aerobic-and-anaerobic-bottles',
  'boric-acid-tube',
  'collection-container',
  'container-with-10-formalin',
  'edta-tube',
  'edta-tube-and-slides',
  'envelope',
  'esr-citrate-tube',
  'heparin-tube-and-sterile-tube',
  'heparinised-syringe',
  'lithium-heparin-tube',
  'microtainer-with-edta',
  'saliva-collection-tube',
  'serum-separator-tube',
  'sodium-citrate-tube',
  'sodium-fluoride-tube',
  'sterile-container-and-edta-tube',
  'sterile-cup',
  'sterile-tubes-numbered-1-to-3',
  'stool-container-with-spoon',
  'swab-in-amies-medium',
  'swab-in-viral-transport-medium',
  'urine-cup',
] as const

const colors = [
  'black',
  'blue',
  'blue-and-purple',
  'brown',
  'gold',
  'green',
  'grey',
  'lavender',
  'light-blue',
  'red',
  'white',
  'yellow',
] as const

/** Returns a tube's text key; null for a tube that the platform did not seed. */
export const tubeOf = (tube: string): (typeof tubes)[number] | null =>
  tubes.find((each) => each === toSlug(tube)) ?? null

/** Returns a color's text key. */
export const colorOf = (color: string): (typeof colors)[number] | null =>
  colors.find((each) => each === toSlug(color)) ?? null
