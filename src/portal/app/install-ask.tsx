import { useEffect, useState } from 'react'
import { isInstalled } from '#portal/stored/may-keep.ts'
import { Button, ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { pages } from '#vocabulary/pages.ts'
import { askToInstall, watchInstall, type Installing } from './install-offer.ts'
import { askNever, isTimeToAsk } from './install-visits.ts'

/**
 * Offers the home screen at the foot of a page, never over it: at the third visit, or after a purchase. One tap says never
 * again.
 */
export function InstallAsk({ hasBought = false }: { readonly hasBought?: boolean }) {
  const [isShown, setShown] = useState(false)
  const [offer, setOffer] = useState<Installing>()
  useEffect(() => setShown(!isInstalled() && isTimeToAsk(hasBought)), [hasBought])
  useEffect(() => watchInstall(setOffer), [])
  if (!isShown) return null
  const end = () => {
    askNever()
    setShown(false)
  }
  return (
    <Card>
      <h2>残りと料金を、ホーム画面から</h2>
      <p>ホーム画面に置くと、電波がないときも最後に見た数字が開きます。</p>
      <ButtonRow>
        {offer === undefined ? (
          <ButtonLink href={`${pages.app}#install`}>置き方を見る</ButtonLink>
        ) : (
          <Button kind="secondary" type="button" onClick={() => void askToInstall(offer).then(end)}>
            ホーム画面に置く
          </Button>
        )}
        <Button kind="plain" type="button" onClick={end}>
          もう表示しない
        </Button>
      </ButtonRow>
    </Card>
  )
}
