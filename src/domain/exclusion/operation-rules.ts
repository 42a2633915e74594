import type { Operation } from '#vocabulary/operation.ts'
import { cancellationRules } from '../cancellation/operation.ts'
import { dataRules } from '../data/operation.ts'
import { deviceRules } from '../device/operation.ts'
import { documentRules } from '../document/operation.ts'
import { handoverRules } from '../handover/operation.ts'
import { lineRules } from '../line/operation.ts'
import { optionRules } from '../option/operation.ts'
import { phoneMoveRules } from '../phone-move/operation.ts'
import { planSizeRules } from '../plan-size/operation.ts'
import { portOutRules } from '../port-out/operation.ts'
import { simRules } from '../sim/operation.ts'
import type { OperationRule } from './rule.ts'

/** The rules of every operation, composed of what each area declares; one that is missing does not compile. */
export const operationRules: Readonly<Record<Operation, OperationRule>> = {
  ...planSizeRules,
  ...simRules,
  ...phoneMoveRules,
  ...cancellationRules,
  ...documentRules,
  ...portOutRules,
  ...handoverRules,
  ...optionRules,
  ...deviceRules,
  ...dataRules,
  ...lineRules,
}
