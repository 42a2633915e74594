import { pages } from '#vocabulary/pages.ts'
import { lineWords } from '#portal/mypage/flow/wording.ts'
import { clockEntries, owedEntries, type Right } from '#portal/mypage/initial-cancel/input.tsx'
import type { ArrivalNote } from '#portal/mypage/flow/address.ts'
import { Charges } from '#portal/mypage/flow/charges.tsx'
import { Arrival, ConfirmForm } from '#portal/mypage/flow/confirm-form.tsx'
import type { Stayed } from '#portal/mypage/flow/finish.ts'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { Section } from '#ui/layout.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { TextLink } from '#ui/text-link.tsx'

type ConfirmProps = Stayed & {
  readonly right: Right
  readonly note: ArrivalNote | undefined
  readonly keys: FormKeys
}

const path = pages.initialCancel

export function InitialCancelConfirm(props: ConfirmProps) {
  const { right, note, refused, agreementError, keys } = props
  const { allowed, lines, owed, consequences, conditions } = right
  return (
    <>
      <Arrival note={note} />
      {refused === undefined ? null : <RefusalNotice reason={refused} answersPress />}
      {allowed || refused !== undefined ? null : (
        <RefusalNotice title="初期契約解除は申し出られません" reason={right} />
      )}
      <Section id="change" title="解除の内容">
        <SummaryList
          entries={[
            { term: '解除するもの', value: 'ご契約のすべて' },
            ...(lines.length === 0
              ? []
              : [{ term: '対象の回線', value: lines.map(lineWords).join('、') }]),
            {
              term: '効力',
              value: '申し出を送信したときから効力が生じます。取り消しはできません。',
            },
            ...clockEntries(right),
            ...owedEntries(right),
          ]}
        />
        <Charges title="お支払いいただく金額の内訳" totals={owed} />
      </Section>
      {consequences.length === 0 ? null : (
        <Section id="lost" title="解除すると使えなくなるもの">
          <ul>
            {consequences.map((consequence) => (
              <li key={consequence}>{consequence}</li>
            ))}
          </ul>
          <p>
            電話番号を使い続けるときは、解除の前に
            <TextLink href={pages.portOut}>MNP転出</TextLink>をお申し込みください。
          </p>
        </Section>
      )}
      {allowed ? (
        <ConfirmForm
          keys={keys}
          conditions={conditions}
          values={{}}
          submitLabel="初期契約解除を申し出る"
          kind="danger"
          backHref={path}
          backLabel="解除せずに戻る"
          agreement="支払う金額と、使えなくなるものを確認しました"
          agreementError={agreementError}
        />
      ) : null}
    </>
  )
}
