/** Whether a file's text says that it is evidence; what of it is wrong is said by `readEvidence`. */
export function isEvidenceText(text: string): boolean {
  return /"format"\s*:\s*"hashmark-evidence"/.test(text.slice(0, 2000));
}
