import { useState } from 'react'
import { contractRoleLabels, contractRoleWords, familyRoles } from '#vocabulary/family.ts'
import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { errorsOf, fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { familyApi } from '#protocol/family.ts'
import { Field } from '#ui/field.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { Select } from '#ui/select.tsx'

type Family = Result<typeof familyApi.familyGet>

export const inviteLabels = { role: '役割', lineId: '使う回線', name: '呼び名' }

/** Whom to invite as what. The line is asked of everybody without script; of a manager it is not used, and says so. */
export function InviteForm({
  lines,
  roles,
  keys,
  stayed,
}: Pick<Family, 'lines' | 'roles'> & {
  readonly keys: FormKeys
  readonly stayed: Stayed | undefined
}) {
  const typed = stayed?.typed ?? {}
  const errors = errorsOf(stayed?.refused)
  const [role, setRole] = useState(typed['role'] ?? 'lineUser')
  const of = fieldsFrom(typed, errors)
  return (
    <KeyedForm keys={keys} of="invite" values={{ intent: 'invite' }} className="contact-form">
      <RadioCards
        name="role"
        label={inviteLabels.role}
        required
        defaultValue={role}
        onChoose={setRole}
        options={familyRoles.toReversed().map((value) => ({
          value,
          label: contractRoleLabels[value],
          hint: contractRoleWords[value],
        }))}
        error={errors['role']}
      />
      {role === 'manager' ? null : (
        <Select
          {...of('lineId', '')}
          label={inviteLabels.lineId}
          hint={`「${contractRoleLabels.lineUser}」のときだけ使います。`}
          unchosen="選んでください"
          options={lines.map((line) => ({
            value: line.lineId,
            label: takenBy(line.lineId, roles, fullNameOfLine(line)),
          }))}
        />
      )}
      <Field
        {...of('name')}
        label={inviteLabels.name}
        required
        maxLength={20}
        autoComplete="off"
        hint="ご家族の中での呼び方（例：蓮）。ご本人には表示しません。"
      />
      <p className="small muted">
        続けると確認コードでご本人の確認をします。そのあと、ご家族に渡すアドレスを表示します。
      </p>
      <SubmitRow kind="primary">招待を作る</SubmitRow>
    </KeyedForm>
  )
}

const takenBy = (lineId: string, roles: Family['roles'], words: string) => {
  const taken = roles.find(({ line }) => line?.lineId === lineId)
  return taken === undefined ? words : `${words}（${taken.name}さんが使用中）`
}
