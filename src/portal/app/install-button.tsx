import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { askToInstall, watchInstall, type Installing } from './install-offer.ts'

/** Only where the browser lets a page ask for it. */
export function InstallButton() {
  const [offer, setOffer] = useState<Installing>()
  useEffect(() => watchInstall(setOffer), [])
  if (offer === undefined) return null
  return (
    <Button kind="primary" type="button" onClick={() => void askToInstall(offer)}>
      ホーム画面に置く
    </Button>
  )
}
