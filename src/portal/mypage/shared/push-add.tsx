import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useSubmit } from 'react-router'
import { pages } from '#vocabulary/pages.ts'
import { KeyedForm } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Button, ButtonRow } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { abilityOf, subscribe, type Ability } from './push-subscribe.ts'

/** What this browser can do; undefined on the server, without script, and until the page has begun. */
export function useAbility(): Ability | undefined {
  const [ability, setAbility] = useState<Ability>()
  useEffect(() => setAbility(abilityOf()), [])
  return ability
}

type AddFormProps = {
  readonly publicKey: string
  readonly keys: FormKeys
  readonly label: string
  /** The choice that goes along. */
  readonly children: ReactNode
}

/** Its button asks the browser first and sends what it gives: the one press by which a browser may be asked. */
export function AddForm({ publicKey, keys, label, children }: AddFormProps) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState<'ready' | 'asking' | 'refused'>('ready')

  async function press() {
    setState('asking')
    const subscribed = await subscribe(publicKey)
    if (subscribed === undefined || form.current === null) return setState('refused')
    const sent = new FormData(form.current)
    for (const [name, value] of Object.entries(subscribed)) sent.set(name, value)
    await submit(sent, { method: 'post', action: pages.push })
    setState('ready')
  }

  return (
    <>
      {state === 'refused' ? (
        <Notice tone="warning" role="status" title="この端末では受け取れませんでした">
          <p>
            通知が許可されていないか、ブラウザーの通知のサービスにつながりませんでした。端末の設定で、このサイトの通知を許可してから、もう一度お試しください。
          </p>
        </Notice>
      ) : null}
      <KeyedForm keys={keys} of="add" values={{ intent: 'add' }} action={pages.push} ref={form}>
        {children}
        <ButtonRow>
          <Button
            type="button"
            kind="primary"
            busy={state === 'asking'}
            onClick={() => void press()}
          >
            {label}
          </Button>
        </ButtonRow>
      </KeyedForm>
    </>
  )
}

const whyNot: Partial<Record<Ability, string>> = {
  none: 'このブラウザーは、プッシュ通知に対応していません。お知らせは、マイページとメールでお送りします。',
  toInstall:
    'iPhone・iPadでは、このサイトを「ホーム画面に追加」し、そのアイコンから開くと受け取れます。',
  refused:
    'この端末では、このサイトの通知が許可されていません。端末またはブラウザーの設定で許可してから、この画面を開き直してください。',
}

/** Why this browser cannot be told, in words; nothing where it can. */
export function WhyNot({ ability }: { readonly ability: Ability | undefined }) {
  const sentence = ability === undefined ? undefined : whyNot[ability]
  return sentence === undefined ? null : <p>{sentence}</p>
}
