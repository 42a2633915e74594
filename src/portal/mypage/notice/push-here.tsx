import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { AddForm, useAbility, WhyNot } from '#portal/mypage/shared/push-add.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { pushApi } from '#protocol/push.ts'
import { ChoiceFields, type Choice } from './push-choice.tsx'

export type Pushes = Result<typeof pushApi.pushGet>
export type Device = Pushes['devices'][number]

type HereProps = { readonly pushes: Pushes; readonly keys: FormKeys }

/** The way for this browser to be told: a button that asks it, or why it cannot be. */
export function NotHere({ pushes, keys }: HereProps) {
  const choice = { ...pushes.usual, withDetails: false }
  return <Here pushes={pushes} keys={keys} choice={choice} label="この端末で受け取る" />
}

/** The same device under its new address, told of what was chosen for it. */
export function Again({ pushes, keys, device }: HereProps & { readonly device: Device }) {
  return <Here pushes={pushes} keys={keys} choice={device} label="続けて受け取る" />
}

type ChosenProps = HereProps & { readonly choice: Choice; readonly label: string }

function Here({ pushes: { publicKey, always }, keys, choice, label }: ChosenProps) {
  const ability = useAbility()
  if (publicKey === undefined)
    return (
      <p>いまはプッシュ通知を受け付けていません。お知らせは、マイページとメールでお送りします。</p>
    )
  return (
    <div className="card">
      <noscript>
        <p>
          この端末で受け取るには、ブラウザーのJavaScriptを有効にしてください。お知らせは、マイページとメールでもお送りしています。
        </p>
      </noscript>
      <WhyNot ability={ability} />
      {ability === 'asked' || ability === 'granted' ? (
        <AddForm publicKey={publicKey} keys={keys} label={label}>
          <ChoiceFields of="new" choice={choice} always={always} />
        </AddForm>
      ) : null}
    </div>
  )
}
