import type { ComponentProps } from 'react'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

export type ButtonLook = {
  kind?: 'default' | 'primary' | 'ghost' | 'danger'
  size?: 'normal' | 'large'
  isWide?: boolean
  /** The button contains only an icon; give it an `aria-label`. */
  isIcon?: boolean
}

export const buttonClass = ({ kind = 'default', size = 'normal', isWide, isIcon }: ButtonLook): string =>
  classNames(
    styles['button'],
    kind !== 'default' && styles[kind],
    size === 'large' && styles['large'],
    isWide && styles['wide'],
    isIcon && styles['icon'],
  )

type Props = ComponentProps<'button'> & ButtonLook & { isBusy?: boolean }

/** A button. While it is busy it ignores clicks but keeps the focus. */
export const Button = ({ kind, size, isWide, isIcon, isBusy = false, onClick, ...props }: Props) => (
  <button
    type="button"
    {...props}
    className={classNames(
      buttonClass({
        ...(kind && { kind }),
        ...(size && { size }),
        ...(isWide && { isWide }),
        ...(isIcon && { isIcon }),
      }),
      isBusy && styles['busy'],
      props.className,
    )}
    aria-disabled={isBusy || undefined}
    onClick={(event) => {
      if (isBusy) event.preventDefault()
      else onClick?.(event)
    }}
  />
)
