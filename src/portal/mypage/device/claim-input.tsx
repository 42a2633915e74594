import { pages } from '#vocabulary/pages.ts'
import { FieldErrors, Hidden, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { ClaimsLeft } from '#portal/mypage/device/covered-card.tsx'
import type { Bought, Covered } from '#portal/mypage/device/wire.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#portal/fields/form.tsx'
import { fieldsIn } from '#portal/fields/fields-in.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { SummaryList } from '#ui/summary-list.tsx'

type InputProps = {
  readonly subject: Covered | Bought | undefined
  /** The day up to which something can have happened. */
  readonly asOf: string
  readonly typed: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
  readonly keys: FormKeys
}

/** What happened, and when. The description is written on 確認, photographs are added afterwards, each for itself. */
export function ClaimInput({ subject, asOf, typed, errors, keys }: InputProps) {
  if (subject === undefined)
    return (
      <EmptyState
        title="請求する端末を選んでください"
        action={<ButtonLink href={pages.devices}>端末の一覧を開く</ButtonLink>}
      >
        端末の一覧で、修理・交換を請求する端末を選ぶと、ここで申し込めます。
      </EmptyState>
    )
  const { deviceId, name, imeiMasked, claimable } = subject
  const { basis, basisLabel, claim } = claimable
  const of = fieldsIn(typed, errors)
  if (!claim.allowed)
    return <RefusalNotice title="いまは、修理・交換を請求できません" reason={claim} />
  return (
    <>
      <FieldErrors errors={errors} labels={{ happenedOn: '起きた日' }} />
      <Card>
        <SummaryList
          entries={[
            ['端末', `${name}（IMEI ${imeiMasked}）`],
            ['保証', basisLabel],
          ]}
        />
        <ClaimsLeft claimable={claimable} />
      </Card>
      <Form method="get" className="flow">
        <Hidden values={{ step: 'confirm', deviceId, basis, draft: keys.draft }} />
        <RadioCards
          {...of('cause')}
          label="どうなりましたか"
          required
          columns
          options={[
            { value: 'damage', label: '破損', hint: '落とした、水にぬれた、画面が割れたなど' },
            { value: 'failure', label: '自然故障', hint: 'ふつうに使っていて動かなくなったなど' },
          ]}
        />
        <Field
          {...of('happenedOn')}
          type="date"
          label="起きた日"
          required
          max={asOf.slice(0, 10)}
          hint={
            basis === 'cover'
              ? '30日以内のものを請求できます。はっきりしないときは、気づいた日を入力してください。'
              : 'はっきりしないときは、気づいた日を入力してください。'
          }
        />
        <p className="small">
          紛失と盗難は対象になりません。詳しい状況は次の画面でうかがいます。写真は、請求のあとで4枚まで添えられます。
        </p>
        <ButtonRow>
          <Submit kind="primary">内容を確認する</Submit>
          <ButtonLink kind="plain" href={pages.devices}>
            端末の一覧に戻る
          </ButtonLink>
        </ButtonRow>
      </Form>
    </>
  )
}
