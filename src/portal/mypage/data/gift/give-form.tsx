import { giftNicknameLength } from '#vocabulary/gift.ts'
import { pages } from '#vocabulary/pages.ts'
import { Hidden } from '#portal/mypage/flow/form.tsx'
import { fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import { Form } from '#portal/fields/form.tsx'
import { Button, ButtonRow } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { formatVolume } from '#ui/format.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { Select } from '#ui/select.tsx'
import type { Gifts } from './start.tsx'

export const giveLabels = {
  megabytes: '贈る量',
  nickname: 'お相手に見せる名前',
  toRoleId: '贈る相手',
}

const MB = 1_000_000

/** How much, under which name, and to whom. Leads to 確認 by its address: nothing has happened until then. */
export function GiveForm({
  give,
  lineId,
  typed,
  errors,
}: {
  readonly give: Gifts['give']
  readonly lineId: string | undefined
  readonly typed: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string>>
}) {
  const { mostBytes, stepBytes, family, nickname, days } = give
  const volumes = Array.from(
    { length: Math.floor(mostBytes / stepBytes) },
    (_, n) => (n + 1) * stepBytes,
  )
  const of = fieldsFrom(typed, errors)
  return (
    <Form method="get" action={pages.gift} className="contact-form">
      <Hidden values={{ give: 'confirm', ...(lineId !== undefined && { lineId }) }} />
      <Select
        {...of('megabytes', '')}
        label={giveLabels.megabytes}
        required
        unchosen="選んでください"
        options={volumes.map((bytes) => ({
          value: String(bytes / MB),
          label: formatVolume(bytes, 'quota'),
        }))}
      />
      {family.length === 0 ? null : (
        <RadioCards
          {...of('toRoleId', '')}
          label={giveLabels.toRoleId}
          options={[
            { value: '', label: 'コードを伝えて贈る', hint: 'コードを知っている方が受け取れます' },
            ...family.map(({ roleId, name }) => ({
              value: roleId,
              label: name,
              hint: 'ご家族のご契約に直接届きます。ほかの方は受け取れません',
            })),
          ]}
        />
      )}
      <Field
        {...of('nickname', nickname)}
        label={giveLabels.nickname}
        required
        maxLength={giftNicknameLength}
        autoComplete="off"
        hint="お相手に見えるのは、この名前と量だけです。お名前も電話番号も伝わりません。"
      />
      <p className="small muted">
        お相手は{days}日のあいだ受け取れます。受け取られなかったデータは、自動で戻ります。
      </p>
      <ButtonRow>
        <Button kind="primary">確認へ進む</Button>
      </ButtonRow>
    </Form>
  )
}
