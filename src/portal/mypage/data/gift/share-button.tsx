import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'

/** Opens the phone's own sheet of where to send something; not there where the browser has none. */
export function ShareButton({ text }: { readonly text: string }) {
  const [canShare, setCanShare] = useState(false)
  useEffect(() => setCanShare(typeof navigator.share === 'function'), [])
  if (!canShare) return null
  // Closing the sheet without sending anything is no fault.
  const share = () => void navigator.share({ text }).catch(() => undefined)
  return (
    <Button type="button" onClick={share}>
      送る
    </Button>
  )
}
