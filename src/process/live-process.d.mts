export function processStamp(pid: number): string | undefined
export function processCommand(pid: number): string | undefined
