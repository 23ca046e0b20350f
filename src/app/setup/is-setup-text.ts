/** Whether a file's text says that it is a setup; what of it is wrong is said by `readSetup`. */
export function isSetupText(text: string): boolean {
  return /"format"\s*:\s*"hashmark-setup"/.test(text.slice(0, 2000));
}
