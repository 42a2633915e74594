import { lockLabels, lockWaitHours, waitingLocks } from '#vocabulary/lock.ts'
import { lockStateWords } from '#vocabulary/states/lock.ts'
import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Select } from '#ui/select.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { guards, stillUnderWay, waitWords, type OneLock } from './words.ts'

type LockCardProps = { readonly lock: OneLock; readonly keys: FormKeys }

/** One lock: what it guards, its state, and the button that changes it. */
export function LockCard({ lock, keys }: LockCardProps) {
  const { kind, state, waitHours, shorter, liftsAt, ordersUnderWay } = lock
  const waits = waitingLocks.includes(kind)
  return (
    <Card>
      <div className="section__head">
        <h2 id={kind}>{lockLabels[kind]}</h2>
        <Badge tone={state === 'on' ? 'good' : state === 'lifting' ? 'warning' : 'neutral'}>
          {lockStateWords[state].label}
        </Badge>
      </div>
      <p>{guards[kind]}</p>
      {ordersUnderWay === 0 ? null : <p>{stillUnderWay[kind]}</p>}
      {state === 'off' ? null : (
        <SummaryList
          entries={[
            ['外れる日時', liftsAt && formatDateTime(liftsAt)],
            ['解除の待ち時間', waits ? waitWords(waitHours) : undefined],
            [
              '変更後の待ち時間',
              shorter && `${waitWords(shorter.waitHours)}（${formatDateTime(shorter.from)}から）`,
            ],
          ]}
        />
      )}
      {state === 'off' ? <SetForm lock={lock} keys={keys} waits={waits} /> : null}
      {state === 'on' ? <OnForms lock={lock} keys={keys} waits={waits} /> : null}
      {state === 'lifting' ? (
        <Press lock={lock} keys={keys} intent="stop" primary>
          解除を取り消す
        </Press>
      ) : null}
    </Card>
  )
}

type PartProps = LockCardProps & { readonly waits: boolean }

function SetForm({ lock, keys, waits }: PartProps) {
  return (
    <Press lock={lock} keys={keys} intent="set" wait={waits ? 24 : undefined}>
      ロックする
    </Press>
  )
}

function OnForms({ lock, keys, waits }: PartProps) {
  const { waitHours } = lock
  return (
    <>
      <Press lock={lock} keys={keys} intent="lift">
        ロックを解除する
      </Press>
      <p className="small muted">
        {waits && waitHours > 0
          ? `解除を申し込むと、${waitHours}時間後に外れます。それまでは取り消せます。登録のメールアドレスと電話番号にもお知らせします。`
          : '解除は、すぐに効きます。'}
        解除には、確認コードでのご本人の確認が必要です。
      </p>
      {waits ? (
        <details className="accordion">
          <summary>解除の待ち時間を変える</summary>
          <Press lock={lock} keys={keys} intent="wait" wait={waitHours}>
            待ち時間を変える
          </Press>
          <p className="small muted">
            長くすると、すぐに効きます。短くするには確認コードでのご本人の確認が必要で、いまの待ち時間が過ぎてから効きます。
          </p>
        </details>
      ) : null}
    </>
  )
}

function Press(
  props: LockCardProps & {
    readonly intent: 'set' | 'lift' | 'stop' | 'wait'
    readonly primary?: boolean
    /** The wait that is chosen at first, where one is asked for. */
    readonly wait?: number | undefined
    readonly children: string
  },
) {
  const { lock, keys, intent, primary = false, wait, children } = props
  const { kind } = lock
  const asksWait = wait !== undefined
  return (
    <KeyedForm
      keys={keys}
      of={`${intent}.${kind}`}
      values={{ intent, lock: kind, waitHours: intent === 'set' && !asksWait ? '0' : undefined }}
      className="form"
      preventScrollReset
    >
      {asksWait ? (
        <Select
          id={`${intent}-${kind}`}
          name="waitHours"
          label="解除の待ち時間"
          required
          hint="ほかの人が解除しようとしたときに、気づいて取り消すための時間です。"
          options={lockWaitHours.map((hours) => ({
            value: String(hours),
            label: waitWords(hours),
          }))}
          defaultValue={String(wait)}
        />
      ) : null}
      <SubmitRow {...(primary && { kind: 'primary' as const })}>{children}</SubmitRow>
    </KeyedForm>
  )
}
