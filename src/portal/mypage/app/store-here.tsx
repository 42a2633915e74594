import { useEffect, useState } from 'react'
import { choose, isChosen, isInstalled } from '#portal/stored/may-keep.ts'
import { forget } from '#portal/stored/store.ts'
import { Button } from '#ui/button.tsx'
import { Section } from '#ui/layout.tsx'
import { STORED_DAYS } from '#vocabulary/stored-figures.ts'

type Here = 'app' | 'chosen' | 'not chosen'

/** Whether this browser keeps the last figures: the app always, a browser only where the member says so. */
export function StoreHere() {
  const [here, setHere] = useState<Here>()
  useEffect(() => setHere(isInstalled() ? 'app' : isChosen() ? 'chosen' : 'not chosen'), [])
  if (here === undefined) return null
  const change = async (keeps: boolean) => {
    choose(keeps)
    if (!keeps) await forget()
    setHere(keeps ? 'chosen' : 'not chosen')
  }
  return (
    <Section id="store" title="電波がないときのために、数字を残す">
      <p>
        残り・請求・進行中のお手続きの最後の数字を、この端末だけが読める形で残します。{STORED_DAYS}
        日たつか、ログアウトすると消えます。
      </p>
      <p role="status">
        {here === 'app'
          ? 'このアプリには、最後に見た数字を残しています。'
          : here === 'chosen'
            ? 'このブラウザーには、最後に見た数字を残しています。'
            : 'このブラウザーには、数字を残していません。ほかの人も使う端末では、残さないでください。'}
      </p>
      {here === 'app' ? null : (
        <Button kind="secondary" type="button" onClick={() => void change(here !== 'chosen')}>
          {here === 'chosen' ? 'このブラウザーに残した数字を消す' : 'このブラウザーに残す'}
        </Button>
      )}
    </Section>
  )
}
