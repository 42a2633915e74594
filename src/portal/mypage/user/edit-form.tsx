import { brand } from '#brand'
import { pages } from '#vocabulary/pages.ts'
import { PROOF_MINUTES, proofAddress } from '#vocabulary/proof.ts'
import { profileFieldLabels, profileFields } from '#vocabulary/profile.ts'
import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { errorsOf, Stopped } from '#portal/mypage/flow/stopped.tsx'
import { Button, ButtonLink, ButtonLinkRow, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import type { Edited } from './act.ts'
import type { EditStatus } from './edit-progress.tsx'
import { type PartName, editPage, parts } from './parts.ts'
import { profileValueWords, type Profile } from './profile-words.ts'
import { AddressFields } from '#portal/fields/address-fields.tsx'
import { NameFields, type FieldOf } from '#portal/fields/name-fields.tsx'
import { Field } from '#ui/field.tsx'

type Values = Readonly<Record<string, string>>

type PartFieldsProps = {
  readonly part: PartName
  readonly values: Values
  readonly errors: Values
  readonly edited: Edited | undefined
}

function PartFields({ part, values, errors, edited }: PartFieldsProps) {
  const of: FieldOf = (name) => ({ name, defaultValue: values[name], error: errors[name] })
  switch (part) {
    case 'email':
      return (
        <Field
          {...of('email')}
          label="新しいメールアドレス"
          type="email"
          required
          autoComplete="email"
          spellCheck={false}
        />
      )
    case 'phone':
      return (
        <Field
          {...of('phone')}
          label="新しい電話番号"
          hint="SMSを受け取れる携帯電話の番号。ハイフンがあっても、全角でも構いません。"
          type="tel"
          required
          autoComplete="tel"
        />
      )
    case 'name':
      return <NameFields of={of} />
    case 'address':
      return <AddressFields values={values} errors={errors} towns={edited?.towns} />
  }
}

type EditFormProps = {
  readonly part: PartName
  readonly profile: Profile
  readonly status: EditStatus
  readonly edited: Edited | undefined
  readonly keys: FormKeys
}

const isOfPerson = (part: PartName) => part === 'name' || part === 'address'

type ProofOf = Pick<EditStatus, 'needsProof' | 'isProvenByPhone'>

/** What follows on the press, said before anything is typed. */
function nextOf(part: PartName, { needsProof, isProvenByPhone }: ProofOf) {
  if (part === 'email' && isProvenByPhone)
    return 'いまのメールアドレスにはメールが届いていないため、登録の電話番号（SMS）と新しいメールアドレスの両方に、6桁の確認コードをお送りします。両方のコードを入力すると変わります。'
  if (part === 'email')
    return 'いまのメールアドレスと新しいメールアドレスの両方に、6桁の確認コードをお送りします。両方のコードを入力すると変わります。'
  if (part === 'phone')
    return 'いまの電話番号と新しい電話番号の両方に、6桁の確認コードをSMSでお送りします。両方のコードを入力すると変わります。'
  return needsProof
    ? '新しい内容の本人確認書類（マイナンバーカードなど）の読み取りをお願いします。一致すると変わります。'
    : '次の画面で確認すると、すぐに変わります。'
}

export function EditForm({ part, profile, status, edited, keys }: EditFormProps) {
  const { draft } = status
  if (edited?.review !== undefined)
    return <ReviewForm {...{ part, profile, status, keys, edited, review: edited.review }} />
  const drafted = parts[part].fields.some((field) => draft?.[field] !== undefined)
  // A contact is typed anew; name and address are mostly kept.
  const known = { ...(isOfPerson(part) ? profile : {}), ...(drafted ? draft : {}) }
  const values = edited?.typed ?? known
  const errors = errorsOf(edited?.refused)
  return (
    <>
      <Stopped
        refused={edited?.refused}
        title="変更を受け付けられませんでした"
        labels={profileFieldLabels}
      />
      {edited?.needsLogin ? <ProofWanted part={part} isTyped /> : null}
      {drafted && edited === undefined ? (
        <Notice tone="good" role="status" title="ご本人の確認が済みました">
          確認の前に入力した内容を入れてあります。変更は、まだ行っていません。
        </Notice>
      ) : null}
      <p>{nextOf(part, status)}</p>
      <KeyedForm
        keys={keys}
        of={`edit.${part}`}
        className="form"
        key={JSON.stringify(edited ?? null)}
      >
        {/* The first button is what the Enter key presses. */}
        <button
          className="visually-hidden"
          name="intent"
          value="review"
          tabIndex={-1}
          aria-hidden="true"
        />
        <PartFields {...{ part, errors, edited }} values={textsOf(values)} />
        <ButtonRow>
          <Submit kind="primary" name="intent" value="review">
            内容を確認する
          </Submit>
          <ButtonLink kind="plain" href={pages.user}>
            変更しないで戻る
          </ButtonLink>
        </ButtonRow>
      </KeyedForm>
    </>
  )
}

type ReviewProps = Pick<EditFormProps, 'part' | 'profile' | 'keys' | 'status'> & {
  readonly edited: Edited
  readonly review: Readonly<Record<string, string>>
}

function ReviewForm({ part, profile, status, keys, review }: ReviewProps) {
  return (
    <>
      <p>{nextOf(part, status)}</p>
      <Card>
        <SummaryList
          entries={profileFields.flatMap((field) => {
            const value = review[field]
            if (value === undefined) return []
            const before = profile[field]
            const was = before === '' ? '未登録' : profileValueWords(field, before)
            const shown = profileValueWords(field, value)
            return [[profileFieldLabels[field], shown, was === shown ? {} : { was }] as const]
          })}
        />
      </Card>
      <KeyedForm keys={keys} of={`submit.${part}`} values={review} className="form">
        <ButtonRow>
          <Submit kind="primary" name="intent" value="submit">
            この内容で申し込む
          </Submit>
          <Button kind="plain" name="intent" value="back">
            入力し直す
          </Button>
        </ButtonRow>
      </KeyedForm>
    </>
  )
}

/** Before the form, or beside what was typed where the proof has grown old meanwhile. */
export function ProofWanted({
  part,
  isTyped = false,
}: {
  readonly part: PartName | undefined
  readonly isTyped?: boolean
}) {
  const back = part === undefined ? pages.userEdit : editPage(part)
  return (
    <Notice tone="warning" title="確認コードでのご本人の確認が必要です">
      <p>
        登録情報の変更は、ご本人であることを確かめるため、{brand.account}
        に登録のメールアドレスに届く確認コードで確認してから、{PROOF_MINUTES}
        分のあいだだけ受け付けます。
      </p>
      {isTyped ? (
        <p>前の確認から時間がたちました。入力した内容は、確認のあとの画面に残ります。</p>
      ) : null}
      <ButtonLinkRow kind="primary" href={proofAddress('secondFactor', back)}>
        確認して続ける
      </ButtonLinkRow>
    </Notice>
  )
}

const textsOf = (values: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )
