import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Typing is followed only when it pauses. */
const PAUSE_MS = 150

/**
 * Loads the answer to the query in the address whenever the query changes, from a resource route of ours; the form's
 * state is the address, so that a link keeps the answer.
 * @param isAnswered the page came with the answer to the query it was opened with.
 */
export function useFollowQuery(
  load: (href: string) => Promise<void>,
  resource: string,
  isAnswered: boolean,
): void {
  const { search } = useLocation()
  const answered = useRef(isAnswered ? search : undefined)
  useEffect(() => {
    if (answered.current === search) return undefined
    const follow = () => {
      answered.current = search
      void load(resource + search)
    }
    const timer = setTimeout(follow, answered.current === undefined ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [load, resource, search])
}
