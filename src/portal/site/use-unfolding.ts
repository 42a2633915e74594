import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Who is led to a heading that is folded sees what stands under it. */
export function useUnfolding() {
  const { key, hash } = useLocation()
  useEffect(() => {
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)))
    const fold = target?.closest('details')
    if (fold) fold.open = true
  }, [key, hash])
}
