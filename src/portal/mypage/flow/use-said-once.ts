import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** What was told once is not told again by a reload: the word for it leaves the address as soon as script has the page. */
export function useSaidOnce(name: string) {
  const { search } = useLocation()
  useEffect(() => {
    const url = new URL(location.href)
    if (!url.searchParams.has(name)) return
    url.searchParams.delete(name)
    history.replaceState(history.state, '', url)
  }, [name, search])
}
