type Box = { top: number; bottom: number; left: number; right: number }
type Size = { width: number; height: number }

const gap = 6
const edge = 8

/**
 * Returns where to open a menu: below its button, or above it if there is no space below, aligned to the side
 * where reading starts, and always inside the window.
 */
export const menuPosition = (
  button: Box,
  menu: Size,
  screen: Size,
  direction: 'ltr' | 'rtl',
): { top: number; left: number } => {
  const hasSpaceBelow = button.bottom + gap + menu.height <= screen.height - edge
  const top = hasSpaceBelow ? button.bottom + gap : Math.max(edge, button.top - gap - menu.height)
  const wanted = direction === 'ltr' ? button.left : button.right - menu.width
  return { top, left: Math.max(edge, Math.min(wanted, screen.width - edge - menu.width)) }
}

/** Returns the item that a key moves to in a menu of `count` items, or null for other keys. */
export const menuTarget = (key: string, current: number, count: number): number | null => {
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count
    case 'ArrowUp':
      return (current + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
