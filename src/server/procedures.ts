import { cancellation, initialCancel } from '#backend/cancellation/procedure.ts'
import { deviceClaim, deviceRegister } from '#backend/device/procedure.ts'
import { paperCopy } from '#backend/document/procedure.ts'
import { handover, takeover } from '#backend/handover/procedure.ts'
import { optionJoin, optionLeave } from '#backend/option/procedure.ts'
import { phoneMove } from '#backend/phone-move/procedure.ts'
import { planSizeChange } from '#backend/plan-size/procedure.ts'
import { portOut } from '#backend/port-out/procedure.ts'
import { createRegistry } from '#backend/procedure/registry.ts'
import { simOrder } from '#backend/sim/procedure.ts'

/** Every procedure of the product, each with its laws. */
export const createProcedures = () =>
  createRegistry([
    planSizeChange,
    simOrder,
    phoneMove,
    cancellation,
    initialCancel,
    portOut,
    handover,
    takeover,
    optionJoin,
    optionLeave,
    deviceRegister,
    deviceClaim,
    paperCopy,
  ])
