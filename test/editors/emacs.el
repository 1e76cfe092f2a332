;;; Does the scenarios in scenarios.json with the commands of Emacs, eglot and lsp-mode.  -*- lexical-binding: t; -*-

(require 'json)

(defun scenario-wait (what found)
  (let ((end (+ (float-time) 180)) result)
    (while (not (setq result (funcall found)))
      (when (> (float-time) end) (error "%s did not come" what))
      (accept-process-output nil 0.05)
      ;; Timers run in `sit-for' and what a command leaves behind after it.
      (sit-for 0.02)
      (run-hooks 'post-command-hook))
    result))

(defun scenario-text () (buffer-substring-no-properties (point-min) (point-max)))

(defun scenario-problem ()
  ;; Flymake waits for a command after which the text is on the screen.
  (flymake-start)
  (scenario-wait "A problem" #'flymake-diagnostics)
  (car (flymake-diagnostics)))

(defun scenario-changed (before)
  (scenario-wait "A change" (lambda () (not (equal before (scenario-text)))))
  (scenario-text))

(defun scenario-lsp-mode () (bound-and-true-p lsp-mode))

(defun scenario-diagnose (_input)
  (let ((found (scenario-problem)))
    (format "%s: %s"
            (buffer-substring-no-properties (flymake-diagnostic-beg found) (flymake-diagnostic-end found))
            ;; Eglot puts source and code before the message.
            (replace-regexp-in-string "\\`tpu-embedding \\[.*?]: " "" (flymake-diagnostic-text found)))))

(defun scenario-configure (rule)
  (scenario-problem)
  (if (scenario-lsp-mode)
      (progn
        (lsp-register-custom-settings `(("tpuEmbedding.rules" ((,(intern rule) . "warning")))))
        (lsp--set-configuration (lsp-configuration-section "tpuEmbedding")))
    (setq-default eglot-workspace-configuration
                  `(:tpuEmbedding (:rules (,(intern (concat ":" rule)) "warning"))))
    (eglot-signal-didChangeConfiguration (eglot-current-server)))
  (scenario-wait "Another problem" (lambda () (> (length (flymake-diagnostics)) 1)))
  (mapconcat #'flymake-diagnostic-text (flymake-diagnostics) "\n"))

(defun scenario-hover (_input)
  (if (scenario-lsp-mode)
      (let ((contents (lsp-get (lsp-request "textDocument/hover" (lsp--text-document-position-params)) :contents)))
        (lsp--render-on-hover-content contents t))
    (let (shown)
      (eglot-hover-eldoc-function (lambda (text &rest _) (setq shown text)))
      (substring-no-properties (scenario-wait "A hover" (lambda () shown))))))

(defun scenario-complete (input)
  (let* ((found (run-hook-wrapped 'completion-at-point-functions #'completion--capf-wrapper 'all))
         (capf (cdr found))
         (beg (nth 0 capf)) (end (nth 1 capf)) (table (nth 2 capf))
         (properties (nthcdr 3 capf))
         (all (all-completions (buffer-substring-no-properties beg end) table
                               (plist-get properties :predicate)))
         (chosen (seq-find (lambda (one) (equal (string-trim (substring-no-properties one)) input)) all)))
    (unless chosen (error "%s is not among %s" input all))
    (delete-region beg end)
    (goto-char beg)
    (insert chosen)
    (funcall (plist-get properties :exit-function) chosen 'finished)
    (scenario-text)))

(defun scenario-fix (_input)
  (let ((before (progn (scenario-problem) (scenario-text))))
    (if (scenario-lsp-mode)
        (lsp-execute-code-action
         (seq-find (lambda (action) (lsp-get action :isPreferred)) (lsp-code-actions-at-point)))
      (let ((actions (eglot-code-actions (point) (point) "quickfix")))
        (eglot-execute (eglot-current-server)
                       (seq-find (lambda (action) (plist-get action :isPreferred)) actions))))
    (scenario-changed before)))

(defun scenario-format (_input)
  (if (scenario-lsp-mode) (lsp-format-buffer) (eglot-format-buffer))
  (scenario-text))

(defun scenario-rename (input)
  (let ((before (scenario-text)))
    (if (scenario-lsp-mode) (lsp-rename input) (eglot-rename input))
    (scenario-changed before)))

;; What colour the text at the cursor has, and how far its line is indented.
(defun scenario-show (_input)
  (let ((here (copy-marker (point) t)))
    (indent-region (point-min) (point-max))
    (goto-char here))
  (font-lock-ensure)
  (format "%s %d" (get-text-property (point) 'face) (current-indentation)))

(defun scenario-open (scenario)
  (find-file (expand-file-name (gethash "file" scenario) (getenv "PROJECT")))
  ;; A person is asked whether this is a project, and `lsp-deferred' waits until nothing is typed.
  (when (fboundp 'lsp) (let ((lsp-auto-guess-root t)) (lsp)))
  (scenario-wait "The server"
                 (lambda ()
                   (if (fboundp 'lsp-workspaces)
                       (seq-some (lambda (w) (eq (lsp--workspace-status w) 'initialized)) (lsp-workspaces))
                     (and (fboundp 'eglot-managed-p) (eglot-managed-p)))))
  (goto-char (point-min))
  (forward-line (1- (gethash "line" scenario)))
  (forward-char (gethash "column" scenario)))

(defvar lsp-auto-guess-root)
(setq eglot-confirm-server-edits nil)
(let ((results (make-hash-table :test #'equal)))
  (seq-doseq (scenario (with-temp-buffer
                         (insert-file-contents (expand-file-name "scenarios.json" (getenv "PROJECT")))
                         (json-parse-buffer)))
    (puthash (gethash "title" scenario)
             (condition-case failure
                 (progn
                   (scenario-open scenario)
                   (funcall (intern (concat "scenario-" (gethash "act" scenario)))
                            (gethash "input" scenario)))
               (error (format "failed: %s" (error-message-string failure))))
             results)
    (let ((coding-system-for-write 'utf-8))
      (write-region (json-serialize results) nil (expand-file-name "results.json" (getenv "PROJECT")))))
  (kill-emacs 0))
