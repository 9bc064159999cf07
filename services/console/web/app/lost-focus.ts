import { useEffect } from 'react'

/** Where an element is in the page: its index in the element around it, and so on outwards. */
type Place = { parent: Element; index: number }[]

const focusable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]'

const placeOf = (element: Element): Place => {
  const place: Place = []
  for (let child = element; child.parentElement; child = child.parentElement)
    place.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) })
  return place
}

const firstIn = (element: Element | undefined): HTMLElement | undefined =>
  element &&
  [element, ...element.querySelectorAll(focusable)]
    .filter((each): each is HTMLElement => each instanceof HTMLElement)
    .find((each) => each.matches(focusable) && each.checkVisibility())

/**
 * Returns what takes the focus of a removed element: what is in its place now, what is before it, or the title. What is
 * beside the title, such as the search, is not about the removed element.
 */
const successorOf = (place: Place, page: Element): HTMLElement | null => {
  for (const { parent, index } of place) {
    if (parent === page || !page.contains(parent)) continue
    if (parent.querySelector('h1')) break
    const found = firstIn(parent.children[index]) ?? firstIn(parent.children[index - 1])
    if (found) return found
  }
  return page.querySelector<HTMLElement>('h1')
}

/**
 * Keeps the focus in the page when the element that has it is removed, such as the row of a deleted record or a button
 * that a form replaces. Otherwise keyboards and screen readers would start again at the top.
 */
export const useLostFocus = (pageId: string): void => {
  useEffect(() => {
    let last: { element: Element; place: Place } | null = null
    const remember = (target: EventTarget | null): void => {
      last = target instanceof Element ? { element: target, place: placeOf(target) } : null
    }
    const onFocus = ({ target }: FocusEvent): void => remember(target)
    // The page below may have taken the focus before this effect ran.
    remember(document.activeElement)
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || !last || last.element.isConnected) return
      successorOf(last.place, document.getElementById(pageId)!)?.focus({ preventScroll: true })
    })
    document.addEventListener('focusin', onFocus)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [pageId])
}
