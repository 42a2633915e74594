import type { ReactNode } from 'react'
import { KeyedForm } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { antiForgery } from '#protocol/conventions.ts'
import { ButtonRow } from '#ui/button.tsx'
import { Panel, PanelBody } from './panel.tsx'
import { PressButton } from './press.tsx'
import type { CameBack } from './came-back.ts'

type CheckProps = {
  readonly keys: FormKeys
  readonly answer: CameBack
  readonly send: string
  /** What is sent, as those read it whom it reaches, and what follows. */
  readonly children: ReactNode
}

/** 確認 before it is sent: what was typed once more, and the way back to it. */
export function Check({ keys, answer: { typed }, send, children }: CheckProps) {
  const sent = Object.entries(typed).filter(([name]) => !ofForm.includes(name))
  return (
    <Panel title="確認" tone="strong">
      <PanelBody>
        <KeyedForm
          keys={keys}
          of={typed['intent'] ?? ''}
          values={Object.fromEntries(sent)}
          className="form"
        >
          {children}
          <ButtonRow>
            <PressButton kind="primary">{send}</PressButton>
            <PressButton kind="plain" name="step" value="mend">
              直す
            </PressButton>
          </ButtonRow>
        </KeyedForm>
      </PanelBody>
    </Panel>
  )
}

/** What the form carries for itself: new at every showing. */
const ofForm: readonly string[] = [antiForgery.field, 'draft', 'idempotencyKey', 'step']
