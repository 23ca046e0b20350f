/** Whether a file's text says that it is a setup; `readSetup` reports its faults. */
export function isSetupText(text: string): boolean {
  return /"format"\s*:\s*"hashmark-setup"/.test(text.slice(0, 2000));
}
