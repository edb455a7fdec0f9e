#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Full-screen use of a terminal: its size, its echo, and job control.
package struct TerminalScreen: Sendable {
  /// Rows and columns.
  package struct Size: Sendable, Hashable {
    package var rows: Int
    package var columns: Int

    package init(rows: Int, columns: Int) {
      self.rows = rows
      self.columns = columns
    }
  }

  /// The size if the terminal does not report one.
  private static let standardSize = Size(rows: 24, columns: 80)

  /// Reads the current size.
  package var size: @Sendable () -> Size

  /// Turns off the echo of input, and returns a closure that restores it.
  package var quiet: @Sendable () -> @Sendable () -> Void

  /// Whether the program may use the terminal, that is, is not in the background.
  package var isInForeground: @Sendable () -> Bool = { true }

  /// Whether a write would not block.
  package var isWritable: @Sendable () -> Bool = { true }

  /// Stops the program until the shell continues it.
  package var stop: @Sendable () -> Void = {}

  package init(
    size: @escaping @Sendable () -> Size,
    quiet: @escaping @Sendable () -> @Sendable () -> Void = { {} }
  ) {
    self.size = size
    self.quiet = quiet
  }

  /// The terminal of the process.
  static let standard: TerminalScreen = {
    var screen = TerminalScreen(
      size: {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
          return standardSize
        }
        return Size(rows: Int(size.ws_row), columns: Int(size.ws_col))
      },
      quiet: {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return {} }
        let saved = before
        before.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &before)
        // Input typed in the meantime is discarded.
        return {
          var saved = saved
          tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved)
        }
      }
    )
    screen.isInForeground = {
      let group = tcgetpgrp(STDOUT_FILENO)
      return group < 0 || group == getpgrp()
    }
    screen.isWritable = {
      var file = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      return poll(&file, 1, 0) > 0 && file.revents & Int16(POLLOUT) != 0
    }
    screen.stop = { stopProcess() }
    return screen
  }()

  /// Performs the default action of SIGTSTP: it stops the program, unless there is no shell that could
  /// continue it. The signal is sent to this thread, so that it is delivered at once.
  private static func stopProcess() {
    let watching = signal(SIGTSTP, SIG_DFL)
    var stops = sigset_t()
    var before = sigset_t()
    sigemptyset(&stops)
    sigaddset(&stops, SIGTSTP)
    pthread_sigmask(SIG_UNBLOCK, &stops, &before)
    raise(SIGTSTP)
    pthread_sigmask(SIG_SETMASK, &before, nil)
    signal(SIGTSTP, watching)
  }
}
