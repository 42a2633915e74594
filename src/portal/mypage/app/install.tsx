import { brand } from '#brand'
import { Section } from '#ui/layout.tsx'
import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { askToInstall, type Installing, watchInstall } from '#portal/app/install-offer.ts'

/** How my page is put on a home screen: by one press where the browser offers it, by hand elsewhere. */
export function Install() {
  return (
    <Section id="install" title="ホーム画面に置く">
      <p>
        {brand.service}
        のマイページを、アプリのようにホーム画面から開けます。電波がないときも、最後に見た残りと料金が開きます。場所・連絡先・写真は読みません。
      </p>
      <InstallButton />
      <h3>iPhone・iPad</h3>
      <ol>
        <li>Safariでマイページを開きます。</li>
        <li>共有ボタン（四角から上向きの矢印）を押します。</li>
        <li>「ホーム画面に追加」を選び、「追加」を押します。</li>
      </ol>
      <h3>Android</h3>
      <ol>
        <li>Chromeでマイページを開きます。</li>
        <li>右上のメニュー（︙）を押します。</li>
        <li>「ホーム画面に追加」または「アプリをインストール」を選びます。</li>
      </ol>
    </Section>
  )
}

/** Only where the browser lets a page ask for it. */
function InstallButton() {
  const [offer, setOffer] = useState<Installing>()
  useEffect(() => watchInstall(setOffer), [])
  if (offer === undefined) return null
  return (
    <Button kind="primary" type="button" onClick={() => void askToInstall(offer)}>
      ホーム画面に置く
    </Button>
  )
}
