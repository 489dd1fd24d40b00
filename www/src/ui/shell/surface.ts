/** What shows the results: the panel below an input, or the dialog. */
export interface Surface {
  readonly isOpen: boolean;
  /** Called after it has opened or closed. */
  onToggle: () => void;
  open(): void;
  close(): void;
}
