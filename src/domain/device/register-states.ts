import { deviceRegisterStateWords } from '#vocabulary/states/device.ts'
import { machine } from '../machine.ts'

/** Registering a device: its IMEI is compared with what the carrier sees the SIM in, who may answer later or not at all. */
export const deviceRegisterStates = machine({
  name: 'device-register',
  title: '端末の登録',
  initial: 'none',
  states: deviceRegisterStateWords,
  events: {
    asked: ['member', 'staff'],
    registered: ['carrier', 'system'],
    refused: ['carrier', 'system'],
    withdrawn: ['member', 'staff', 'system'],
  },
  terminal: ['registered', 'refused', 'withdrawn'],
  table: {
    none: { asked: 'checking' },
    checking: { registered: 'registered', refused: 'refused', withdrawn: 'withdrawn' },
  },
})
