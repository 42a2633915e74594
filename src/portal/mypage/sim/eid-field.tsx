import { Field } from '#ui/field.tsx'

/** Asked only where an eSIM was chosen (flow.css). */
export function EidField({
  eid,
  error,
}: {
  readonly eid: string
  readonly error: string | undefined
}) {
  return (
    <div className="flow-if-esim">
      <Field
        name="eid"
        label="EID（eSIMを入れる端末の番号・32桁）"
        hint="端末で「*#06#」に発信するか、設定画面の端末情報で確認できます。空白やハイフンが入っていても構いません。"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={eid}
        {...(error === undefined ? {} : { error })}
      />
    </div>
  )
}
