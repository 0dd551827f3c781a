"""Words and sheets of Army Of The Dead."""
