import { hueOf, initialsOf } from './avatar.rules.ts'
import type { Hue } from './avatar.rules.ts'
import styles from './avatar.module.css'
import { classNames } from './class-names.ts'

/** A person's initials. Decorative: the name is shown beside it. */
export const Avatar = ({
  name,
  id = name,
  hue = hueOf(id),
  isLarge = false,
}: {
  name: string
  id?: string
  hue?: Hue
  isLarge?: boolean
}) => (
  <span className={classNames(styles['avatar'], styles[hue], isLarge && styles['large'])} aria-hidden="true">
    {initialsOf(name)}
  </span>
)
