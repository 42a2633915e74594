import { useEffect, useRef } from 'react'

type Before = {
  readonly address: string
  /** What the screen said before the press. */
  readonly said: ReadonlySet<string>
  readonly isSwitch: boolean
}

const spoken = () => [...document.querySelectorAll('main :is([role=alert], [role=status])')]

/**
 * Brings into sight what a press came to where it stays on its page: the router leaves the page scrolled as it was, and
 * what is said at the head of a long one would not be seen. A switch shows its own answer; of it only a refusal is brought.
 */
export function useAnswerInSight(isSending: boolean) {
  const before = useRef<Before>(undefined)
  useEffect(() => {
    const { href: address } = location
    if (isSending) {
      const isSwitch = document.activeElement?.hasAttribute('aria-pressed') ?? false
      const said = new Set(spoken().map(({ textContent }) => textContent))
      before.current = { address, said, isSwitch }
      return
    }
    const then = before.current
    before.current = undefined
    if (then?.address !== address) return
    const answers = spoken().filter(
      (one) =>
        !then.said.has(one.textContent) &&
        !(then.isSwitch && one.getAttribute('role') === 'status'),
    )
    if (!answers.some(isInSight)) answers[0]?.scrollIntoView({ block: 'center' })
  }, [isSending])
}

/** Its first line, at least; the bars above and below leave the middle free. */
function isInSight(element: Element): boolean {
  const { top } = element.getBoundingClientRect()
  return top > 0 && top < innerHeight * 0.8
}
