import { useRef } from 'react'
import { EidScan } from './eid-scan.tsx'
import { ariaFor, FieldFrame } from '#ui/field-frame.tsx'

const hint =
  '端末で「*#06#」に発信するか、設定画面の端末情報で確認できます。空白やハイフンが入っていても構いません。'

/**
 * Asked only where an eSIM was chosen (flow.css). The browser may not insist on it: unseen, it would hold up the form
 * without a word.
 */
export function EidField({
  eid,
  error,
}: {
  readonly eid: string
  readonly error: string | undefined
}) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="flow-if-esim">
      <FieldFrame
        id="eid"
        label="EID（eSIMを入れる端末の番号・32桁）"
        required
        {...{ hint, error }}
      >
        <input
          ref={field}
          type="text"
          {...ariaFor('eid', { hint, error })}
          aria-required
          id="eid"
          name="eid"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={eid}
          className="field__input"
        />
      </FieldFrame>
      <EidScan
        onRead={(read) => {
          if (field.current) field.current.value = read
        }}
      />
    </div>
  )
}
