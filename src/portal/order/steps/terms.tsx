import { Hidden } from '#portal/mypage/flow/form.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { formatDate } from '#ui/format.ts'
import { TextLink } from '#ui/text-link.tsx'
import { ApplyFrame, fieldsOf, type StepProps } from '../frame.tsx'

export function TermsStep({ at, stayed }: StepProps) {
  const { terms } = at
  const { error } = fieldsOf(stayed, {})('agreed')
  if (terms === undefined) return null
  // A tick that was not taken in stays, unless other terms stand here now.
  const typed = stayed?.typed
  const wasAgreed = typed?.['agreed'] === 'yes' && typed['termsVersion'] === terms.version
  return (
    <ApplyFrame
      at={at}
      stayed={stayed}
      title="重要事項を確認してください"
      lead="契約の前に知っておいていただきたいことを、2分で読める長さにまとめました。"
      submitLabel="最終確認へ"
    >
      <Hidden values={{ termsVersion: terms.version }} />
      <div className="apply-terms">
        {terms.summary.map(({ heading, body }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            <p>{body}</p>
          </section>
        ))}
        <p className="small">
          {terms.title}（{formatDate(terms.revisedOn)}改定）{' '}
          <TextLink href={terms.path} external>
            全文を読む
          </TextLink>
        </p>
      </div>
      <Checkbox
        name="agreed"
        value="yes"
        required
        defaultChecked={wasAgreed}
        label="重要事項と規約を読み、同意します"
        {...(error === undefined ? {} : { error })}
      />
    </ApplyFrame>
  )
}
