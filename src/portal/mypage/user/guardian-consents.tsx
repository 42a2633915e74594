import { KeyedForm, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Result } from '#protocol/endpoint.ts'
import type { guardianApi } from '#protocol/guardian.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { formatBirth, formatDateTime, formatPhone } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
import { pages } from '#vocabulary/pages.ts'

type Consent = Result<typeof guardianApi.guardianConsentGet>['consents'][number]
type Props = { readonly consents: readonly Consent[]; readonly keys: FormKeys }

/** Consents to the data of users under 18, each with what can be answered; nothing where no minor uses a line. */
export function GuardianConsents({ consents, keys }: Props) {
  if (consents.length === 0) return null
  return (
    <Section id="guardian" title="18歳未満の方の情報と、保護者の同意">
      <div className="columns">
        {consents.map((consent) => (
          <ConsentCard key={consent.line.lineId} consent={consent} keys={keys} />
        ))}
      </div>
      <p className="small">
        フィルタリングは、<a href={pages.option}>オプション</a>
        で確認できます。同意を取り消しても、回線、料金、フィルタリングは変わりません。
      </p>
    </Section>
  )
}

function ConsentCard({ consent, keys }: { readonly consent: Consent; readonly keys: FormKeys }) {
  const { line, state, stateLabel, message, guardian, relation, way, givenAt, birth } = consent
  const name = line.nickname === '' ? formatPhone(line.number) : line.nickname
  const isAsked = state === 'asked'
  return (
    <Card>
      <h3>{name}</h3>
      <p>{message}</p>
      {consent.answerUntil === undefined ? null : (
        <p>
          <strong>{formatDateTime(consent.answerUntil)}</strong>
          までにお答えがないときは、生年月日を消去します。回線はそのままお使いいただけます。
        </p>
      )}
      <SummaryList
        entries={[
          [
            '状態',
            <Badge key="value" tone={isAsked ? 'warning' : 'neutral'}>
              {stateLabel}
            </Badge>,
          ],
          ['使う方の生年月日', birth === undefined ? '消去済み' : formatBirth(birth)],
          ['同意した方', `${guardian}、${relation}`],
          ['同意の方法', way],
          ['同意した日時', formatDateTime(givenAt)],
        ]}
      />
      {state === 'erased' ? null : (
        <ButtonRow>
          {isAsked ? (
            <Answer consent={consent} keys={keys} answer="confirm" label="ご本人が同意しました" />
          ) : null}
          <Answer
            consent={consent}
            keys={keys}
            answer="erase"
            label={
              isAsked
                ? '同意しないので、生年月日を消去する'
                : '同意を取り消して、生年月日を消去する'
            }
          />
        </ButtonRow>
      )}
    </Card>
  )
}

type AnswerProps = {
  readonly consent: Consent
  readonly keys: FormKeys
  readonly answer: 'confirm' | 'erase'
  readonly label: string
}

function Answer({ consent, keys, answer, label }: AnswerProps) {
  const { lineId } = consent.line
  return (
    <KeyedForm
      keys={keys}
      of={`consent.${lineId}.${consent.state}.${answer}`}
      values={{ intent: 'consent', lineId, answer }}
    >
      <Submit kind={answer === 'confirm' ? 'primary' : 'secondary'}>{label}</Submit>
    </KeyedForm>
  )
}
